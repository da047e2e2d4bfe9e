import { BlockEdit } from './block-edit.tsx';
import { editorScripts } from './wordpress.ts';

// Everything else is in block.json, which WordPress passes on.
editorScripts().blocks.registerBlockType('itih/rag-chat', { edit: BlockEdit, save: () => null });
