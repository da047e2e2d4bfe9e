// @ts-check
const place = document.querySelector('#chat');
if (!window.ItihChat || !place) throw new Error('The chat has not been loaded.');

const chat = window.ItihChat.mount(place, {
  api: '/wp-json/itih/v1/',
  bot_name: 'Harbour office',
  starters: ['When are you open?'],
  height: 480,
});

document.querySelector('#ask')?.addEventListener('click', () => chat.open());

// The browser's own events leave the chat, as if its element were their target.
place.addEventListener('focusin', () => document.querySelector('#hint')?.remove(), { once: true });
