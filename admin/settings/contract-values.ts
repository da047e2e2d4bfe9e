/** Generated from server/contract/ by `npm run contract`. */
export const contractValues = {
  "themes": {
    "light": {
      "primary": "#2145e6",
      "header_bg": "#2145e6",
      "header_text": "#ffffff",
      "bg": "#ffffff",
      "text": "#1e1e1e",
      "user_bubble": "#2145e6",
      "user_text": "#ffffff",
      "bot_bubble": "#f0f2f7",
      "bot_text": "#1e1e1e",
      "launcher": "#2145e6",
      "launcher_icon": "#ffffff"
    },
    "dark": {
      "primary": "#9db4ff",
      "header_bg": "#1b2030",
      "header_text": "#f2f4fa",
      "bg": "#12151f",
      "text": "#e8eaf2",
      "user_bubble": "#3557d6",
      "user_text": "#ffffff",
      "bot_bubble": "#232a3d",
      "bot_text": "#e8eaf2",
      "launcher": "#3557d6",
      "launcher_icon": "#ffffff"
    },
    "ocean": {
      "primary": "#0b6b7d",
      "header_bg": "#084c61",
      "header_text": "#ffffff",
      "bg": "#f6fbfc",
      "text": "#10313a",
      "user_bubble": "#0b6b7d",
      "user_text": "#ffffff",
      "bot_bubble": "#e0f0f3",
      "bot_text": "#10313a",
      "launcher": "#0b6b7d",
      "launcher_icon": "#ffffff"
    },
    "sunset": {
      "primary": "#b3361e",
      "header_bg": "#8f2a3f",
      "header_text": "#ffffff",
      "bg": "#fffaf6",
      "text": "#3a1d17",
      "user_bubble": "#b3361e",
      "user_text": "#ffffff",
      "bot_bubble": "#fcebdf",
      "bot_text": "#3a1d17",
      "launcher": "#b3361e",
      "launcher_icon": "#ffffff"
    }
  },
  "defaultSystemPrompt": "You answer questions of visitors of a website, briefly and helpfully. You may use Markdown."
}