import { __ } from '@wordpress/i18n';
import { PostPanel } from './post-panel.tsx';
import { editorScripts, settingPanel } from './wordpress.ts';

/** Panel in the settings of the post that is being edited. */
function ChatPanel() {
  const Panel = settingPanel();
  const { id, saving } = editorScripts().data.useSelect((select) => {
    const { getCurrentPostId, isSavingPost, isAutosavingPost } = select('core/editor');
    return { id: getCurrentPostId(), saving: isSavingPost() && !isAutosavingPost() };
  }, []);
  if (!Panel || !id) return null;
  return (
    <Panel name="itih-chat" title={__('Chat', 'itih-rag-chat')}>
      <PostPanel key={id} id={id} saving={saving} />
    </Panel>
  );
}

editorScripts().plugins.registerPlugin('itih-rag-chat', { render: ChatPanel });
