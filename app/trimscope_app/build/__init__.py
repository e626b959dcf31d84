"""The static site: the same app, run by Pyodide in the reader's own browser.

`site.build(out)` puts it together from four parts, one module each:

    pyodide_files   Python for the browser: fetched, verified against Pyodide's own lock, cached
    site_zip        every Python module the page imports, compiled by that very Python
    assets          the scripts, styles and fonts of Bokeh, Panel and panel-material-ui, from the installed wheels
    prerender       the page with the default scenario's finished result, on screen before Python is up

`bridge` is the Python end of the worker in the page (its other end is `static/worker.js`).
"""
