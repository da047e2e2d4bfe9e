/** Generated from server/contract/ by `npm run contract`. */
export const contractValues = {
  "themes": {
    "light": {
      "primary": "#2145e6",
      "header_bg": "#ffffff",
      "header_text": "#1e1e1e",
      "bg": "#ffffff",
      "text": "#1e1e1e",
      "user_bubble": "#f0f2f7",
      "user_text": "#1e1e1e",
      "bot_bubble": "#f0f2f7",
      "bot_text": "#1e1e1e",
      "launcher": "#2145e6",
      "launcher_icon": "#ffffff"
    },
    "dark": {
      "primary": "#9db4ff",
      "header_bg": "#12151f",
      "header_text": "#e8eaf2",
      "bg": "#12151f",
      "text": "#e8eaf2",
      "user_bubble": "#232a3d",
      "user_text": "#e8eaf2",
      "bot_bubble": "#232a3d",
      "bot_text": "#e8eaf2",
      "launcher": "#3557d6",
      "launcher_icon": "#ffffff"
    },
    "ocean": {
      "primary": "#0b6b7d",
      "header_bg": "#f6fbfc",
      "header_text": "#10313a",
      "bg": "#f6fbfc",
      "text": "#10313a",
      "user_bubble": "#e0f0f3",
      "user_text": "#10313a",
      "bot_bubble": "#e0f0f3",
      "bot_text": "#10313a",
      "launcher": "#0b6b7d",
      "launcher_icon": "#ffffff"
    },
    "sunset": {
      "primary": "#b3361e",
      "header_bg": "#fffaf6",
      "header_text": "#3a1d17",
      "bg": "#fffaf6",
      "text": "#3a1d17",
      "user_bubble": "#fcebdf",
      "user_text": "#3a1d17",
      "bot_bubble": "#fcebdf",
      "bot_text": "#3a1d17",
      "launcher": "#b3361e",
      "launcher_icon": "#ffffff"
    }
  },
  "defaultSystemPrompt": "You answer questions of visitors of a website, briefly and helpfully. You may use Markdown."
}