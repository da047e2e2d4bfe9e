/* global wp */
// Served as it is: small enough not to need a build.
wp.blocks.registerBlockType('itih/rag-chat', {
  edit() {
    const { createElement } = wp.element;
    const { __ } = wp.i18n;
    return createElement(
      'div',
      wp.blockEditor.useBlockProps(),
      createElement(wp.components.Placeholder, {
        icon: 'format-chat',
        label: __('RAG Chat', 'itih-rag-chat'),
        instructions: __('Visitors will see the chat here.', 'itih-rag-chat'),
      }),
    );
  },
  save: () => null,
});
