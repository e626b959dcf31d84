// Runs a bench of this folder in Pyodide, under Node: node bench/pyodide.mjs [load.py] [PYODIDE_DIR]
// PYODIDE_DIR: Pyodide's files as `make pyodide` caches them.
import { homedir } from "node:os";
import path from "node:path";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "trimscope");
const cached = () => existsSync(cache) && readdirSync(cache).filter((name) => name.startsWith("pyodide-")).sort().at(-1);
const [bench = "load.py", given] = process.argv.slice(2);
const folder = given ?? (cached() && path.join(cache, cached()));
if (!folder) {
  console.log("skipped: no Pyodide here; `make pyodide` fetches it");
  process.exit(0);
}
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: folder + path.sep });
python.FS.mkdirTree("/repository");
python.FS.mount(python.FS.filesystems.NODEFS, { root: path.dirname(here) }, "/repository");
// What a bench reads besides: the folder each variable names, and the tokenizer where its wheel lies ready.
const named = ["TIKTOKEN_CACHE_DIR", "TRIMSCOPE_TRANSCRIPTS"].filter((name) => process.env[name]);
for (const name of named) {
  python.FS.mkdirTree(`/given/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: path.resolve(process.env[name]) }, `/given/${name}`);
}
// By file: by name, what they need for downloads only would be fetched as well.
const wheels = readdirSync(folder).filter((name) => /^(regex|tiktoken)-.*\.whl$/.test(name));
await python.loadPackage(wheels.map((name) => pathToFileURL(path.join(folder, name)).href), { messageCallback: () => {} });
globalThis.cpuSeconds = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1e6; };
await python.runPythonAsync(`
import os, runpy, sys, time
from js import cpuSeconds
time.process_time = cpuSeconds  # Emscripten's own counts other programs' time as well
sys.dont_write_bytecode = True
sys.path[:0] = ["/repository/core", "/repository/bench"]
sys.argv = ["${bench}"]
os.environ.update({name: "/given/" + name for name in "${named}".split(",") if name})
runpy.run_path("/repository/bench/${bench}", run_name="__main__")
`).catch((error) => {
  console.error(error.message); // not the stack: it quotes Pyodide's own file, which is one line of a megabyte
  process.exit(1);
});
