// What the static page says while Python starts, and where it cannot. Read by boot.js; both languages are complete.
"use strict"
const trimscopeWords = (root) => ({
  en: {
    steps: {
      fetch: "Fetching and starting Python in your browser…",
      panel: "Loading the controls…",
      app: "Computing the first plan…",
      draw: "Handing over…",
    },
    slow: "This takes longer than usual.",
    failed: "Trimscope could not start here",
    stopped: "Trimscope stopped",
    again: "Reload",
    details: "What exactly failed",
    reasons: {
      file: "The page was opened straight from a disk, and browsers do not start workers from there.",
      wasm: "This browser does not run WebAssembly, or it is switched off (lockdown mode, a company policy).",
      fetch: "A part of the page could not be fetched or was blocked.",
      start: "Python started, but the app did not.",
      died: "Python ended unexpectedly; most often its memory was full.",
    },
    todo: (why) => [
      ...(why === "file" ? ["Serve the folder, for example with `python3 -m http.server`, and open its address."] : []),
      ...(why === "died" ? ["Reload the page and load a smaller transcript."] : []),
      ...(why === "fetch" ? ["Check the connection and whether an extension blocks scripts or .wasm files, then reload."] : []),
      ...(why !== "died" ? ["Use a current Chrome, Edge, Firefox or Safari."] : []),
      "Or run it on your own machine: pip install 'trimscope[app]', then trimscope serve.",
      ...(root.dataset.picture && why !== "died" ? ["What you see below is the sample's finished picture; it does not react."] : []),
    ],
    problem: (text) => `Something inside failed, and the page goes on: ${text}`,
  },
  zh: {
    steps: {
      fetch: "正在浏览器中获取并启动 Python…",
      panel: "正在加载控件…",
      app: "正在计算第一份方案…",
      draw: "即将就绪…",
    },
    slow: "比平时慢一些。",
    failed: "Trimscope 无法在此启动",
    stopped: "Trimscope 已停止",
    again: "重新加载",
    details: "具体失败原因",
    reasons: {
      file: "页面是直接从磁盘打开的，浏览器不允许这样启动后台线程。",
      wasm: "此浏览器不支持 WebAssembly，或已被关闭（锁定模式或公司策略）。",
      fetch: "页面的某个部分无法获取，或被拦截。",
      start: "Python 已启动，但应用未能启动。",
      died: "Python 意外终止，多半是内存不足。",
    },
    todo: (why) => [
      ...(why === "file" ? ["请用静态服务器打开此文件夹，例如 `python3 -m http.server`。"] : []),
      ...(why === "died" ? ["请重新加载页面，并载入较小的记录。"] : []),
      ...(why === "fetch" ? ["请检查网络，以及是否有扩展拦截脚本或 .wasm 文件，然后重新加载。"] : []),
      ...(why !== "died" ? ["请使用较新的 Chrome、Edge、Firefox 或 Safari。"] : []),
      "也可以在自己的机器上运行：pip install 'trimscope[app]'，然后 trimscope serve。",
      ...(root.dataset.picture && why !== "died" ? ["下面是示例的静态结果，无法操作。"] : []),
    ],
    problem: (text) => `内部出现错误，页面继续运行：${text}`,
  },
})
