/* global window, document, URL, Response */
/**
 * Shows a sample conversation in the preview of the chat, and takes the unsaved look from the page around it. Nothing is sent or stored: the visitor's storage and the chat's API are replaced before the widget starts.
 */
(() => {
  const { origin, question, answer, source } = window.itihPreview;
  const api = new URL('/itih-preview/', window.location.href).href;
  const openKey = 'itih-chat-open';

  const memory = () => ({
    getItem(name) {
      return this[name] ?? null;
    },
    setItem(name, value) {
      this[name] = value;
    },
    removeItem(name) {
      delete this[name];
    },
  });
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { value: memory(), configurable: true });
  }
  window.localStorage.setItem(`itih-chat:${api}talk/`, 'preview preview');
  window.sessionStorage.setItem(openKey, '1');

  const citations = [{ n: 1, kind: 'post', excerpt: '', ...source }];
  const turn = (id, role, content, more) => ({
    ...{ id, role, content, citations: [], reasoning: '', model: '', feedback: null },
    ...{ createdAt: '', promptTokens: 0, completionTokens: 0, responseTimeMs: 0 },
    ...more,
  });
  const replies = {
    session: {
      nonce: 'preview',
      expires_in: 3600,
      limits: { max_message_chars: 4000 },
      available: true,
    },
    history: { turns: [turn(1, 'user', question), turn(2, 'assistant', answer, { citations })] },
    feedback: { updated: 1 },
  };
  const events = [
    { type: 'meta', session_id: 'preview', message_id: 3 },
    { type: 'delta', content: answer },
    { type: 'citations', sources: citations },
    { type: 'done', message_id: 4, finish_reason: 'stop', usage: {}, model: '', ms: 0 },
  ];
  const usual = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const { href, pathname } = new URL(String(input.url ?? input), window.location.href);
    if (!href.startsWith(api)) {
      return usual(input, init);
    }
    const name = pathname.split('/').pop();
    const stream = events
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join('');
    const isAsked = name === 'chat';
    const type = isAsked ? 'text/event-stream' : 'application/json';
    return Promise.resolve(
      new Response(isAsked ? stream : JSON.stringify(replies[name] ?? {}), {
        headers: { 'Content-Type': type },
      }),
    );
  };

  document.addEventListener('DOMContentLoaded', () => {
    const chat = document.querySelector('itih-chat');
    const base = JSON.parse(chat.getAttribute('config'));
    const show = ({ view, config }) => {
      // Opened in this way it does not take the focus from the field that is being edited.
      if (view === 'closed') {
        window.sessionStorage.removeItem(openKey);
      } else {
        window.sessionStorage.setItem(openKey, '1');
      }
      const own = `${api}${view === 'begin' ? 'begin' : 'talk'}/`;
      chat.setAttribute('config', JSON.stringify({ ...base, ...config, api: own }));
    };
    show({ view: 'talk', config: {} });
    window.addEventListener('message', ({ origin: from, source: sender, data }) => {
      // The block editor shows its blocks in a frame, and speaks from the page around that.
      const isAround = sender === window.parent || sender === window.top;
      if (from === origin && isAround && data?.type === 'itih-preview') {
        show(data);
      }
    });
    window.parent.postMessage({ type: 'itih-preview-ready' }, origin);
  });
})();
