// Compiles Python files with the very Python that will run them in the browser.
// node compile.mjs PYODIDE_DIR SOURCE_DIR       reads paths on standard input, one a line, relative to SOURCE_DIR;
// writes NAME.pyc beside each NAME.py; the names of files that do not compile go to standard output.
import path from "node:path";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, source] = process.argv.slice(2).map((folder) => path.resolve(folder));
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
try {
  const python = await loadPyodide({ indexURL: pyodide + path.sep });
  python.FS.mkdirTree("/source");
  python.FS.mount(python.FS.filesystems.NODEFS, { root: source }, "/source");
  python.globals.set("names", readFileSync(0, "utf8"));
  // dfile: the name in tracebacks; UNCHECKED_HASH: no source to compare with, so nothing to check at import.
  await python.runPythonAsync(`
import py_compile

for name in names.split():
    path = "/source/" + name
    try:
        py_compile.compile(path, path + "c", dfile=name, doraise=True,
                           invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    except py_compile.PyCompileError:
        print(name)
`);
} catch (error) {
  // Node would print the line that threw, and that is a line of a megabyte.
  console.error(String(error).trim().split("\n").at(-1).slice(0, 500));
  process.exitCode = 1;
}
