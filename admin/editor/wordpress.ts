import type { ComponentType, ReactNode } from 'react';

/**
 * Parts of WordPress that only the block editor has. Their packages would be most of this project's
 * dependencies: the few functions are described here and found in `wp`, where WordPress puts them.
 */
interface EditorScripts {
  plugins: { registerPlugin: (name: string, settings: { render: ComponentType }) => void };
  blocks: { registerBlockType: (name: string, settings: object) => void };
  blockEditor: {
    useBlockProps: (props?: object) => object;
    InspectorControls: ComponentType<{ children: ReactNode }>;
  };
  data: {
    useSelect: <T>(read: (select: (store: string) => EditorState) => T, given: unknown[]) => T;
    dispatch: (store: string) => Notices;
  };
  /** Since WordPress 6.6. */
  editor?: { PluginDocumentSettingPanel?: SettingPanel };
  editPost?: { PluginDocumentSettingPanel?: SettingPanel };
}

export interface EditorState {
  getCurrentPostId: () => number | null;
  isSavingPost: () => boolean;
  isAutosavingPost: () => boolean;
}

interface Notices {
  createNotice: (
    status: 'success' | 'warning' | 'error',
    text: string,
    options: { type?: 'snackbar'; actions?: { label: string; onClick: () => void }[] },
  ) => void;
}

type SettingPanel = ComponentType<{ name: string; title: string; children: ReactNode }>;

declare global {
  interface Window {
    wp: EditorScripts;
  }
}

/** Read at each call: scripts may be loaded in any order. */
export const editorScripts = (): EditorScripts => window.wp;

/** The newer place first: reading the older one there gives a warning. */
export const settingPanel = (): SettingPanel | undefined =>
  window.wp.editor?.PluginDocumentSettingPanel ?? window.wp.editPost?.PluginDocumentSettingPanel;
