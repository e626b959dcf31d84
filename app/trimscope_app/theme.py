"""How panel-material-ui's widgets look: the page's colours and a small system font, light and dark.

The colours are those of `components/theme.css`, which everything else follows.
"""

from __future__ import annotations

from typing import Any, Final

FONT: Final = ('system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK SC", "PingFang SC", '
               '"Microsoft YaHei", sans-serif')


def _theme(primary: str, on_primary: str, ink: str, muted: str, paper: str, line: str) -> dict[str, Any]:
    return {
        "palette": {
            "primary": {"main": primary, "contrastText": on_primary},
            "default": {"main": muted},
            "text": {"primary": ink, "secondary": muted},
            "background": {"default": paper, "paper": paper},
            "divider": line,
        },
        "typography": {"fontFamily": FONT, "fontSize": 13},
        "shape": {"borderRadius": 8},
        "components": {
            "MuiFormLabel": {"styleOverrides": {"root": {
                "fontSize": "12.5px", "color": ink, "lineHeight": 1.35, "display": "flex",
                "justifyContent": "space-between", "gap": "8px", "&.Mui-focused": {"color": ink}}}},
            "MuiInputLabel": {"styleOverrides": {"root": {"fontSize": "13px", "color": muted}}},
            "MuiOutlinedInput": {"styleOverrides": {"root": {"fontSize": "13px"}}},
            "MuiMenuItem": {"styleOverrides": {"root": {"fontSize": "13px", "minHeight": "30px"}}},
            "MuiSlider": {"styleOverrides": {"root": {"padding": "9px 0"}}},
            "MuiToggleButton": {"styleOverrides": {"root": {
                "padding": "4px 6px", "fontSize": "12px", "whiteSpace": "nowrap",
                "textTransform": "none", "lineHeight": 1.5, "color": ink,
                "&.Mui-selected": {"backgroundColor": primary, "color": on_primary},
                "&.Mui-selected:hover": {"backgroundColor": primary},
                "&.Mui-selected.Mui-disabled": {"backgroundColor": line, "color": muted}}}},
            "MuiFormControlLabel": {"styleOverrides": {"label": {"fontSize": "12.5px", "color": ink}}},
        },
    }


WIDGET_THEME: Final = {
    "light": _theme("#0b7678", "#ffffff", "#1b2430", "#566172", "#ffffff", "#dfe5ee"),
    "dark": _theme("#35b3b4", "#06201f", "#e6ebf2", "#a3afc0", "#181f29", "#2b3543"),
}
