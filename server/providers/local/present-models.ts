import type { LocalModelsReply } from '../../contract/local-models.ts';
import { english, englishBytes, multilingual, multilingualBytes } from './known-models.ts';
import { weightsFile } from './model-files.ts';
import type { ModelFolders } from './model-folders.ts';

/** Whether a name in the settings leaves the choice to the site's language. */
export const isEnglish = (name: string): boolean => name === '' || name === english.name;

/**
 * The models that are on this machine: those of the program and of the folder.
 *
 * @param language Returns the site's locale or language tag; empty: not known.
 */
export function createPresentModels(folders: ModelFolders, language: () => string) {
  const { name: many, folder: included } = multilingual;
  const isIncluded = weightsFile(included) !== null;
  const isEnglishSite = () => /^(en([-_]|$)|$)/i.test(language());

  /** Returns the folder of a model that was put beside the English one; null: there is none of this name. */
  const folderOf = (name: string): string | null =>
    folders.path(name) ?? (name === many && isIncluded ? included : null);

  return {
    folderOf,

    /**
     * Returns the model for a name in the settings: `english`, or none, stands for the one of the site's language, and
     * for the English one until that is here. Null: there is no such model.
     */
    chosen: (name: string): string | null => {
      if (!isEnglish(name)) return folderOf(name) === null ? null : name;
      return !isEnglishSite() && folderOf(many) !== null ? many : english.name;
    },

    async list(): Promise<LocalModelsReply['models']> {
      // Older versions kept the English model there.
      const own = (await folders.list()).filter(({ name }) => name !== english.name);
      const isOwn = own.some(({ name }) => name === many);
      return [
        { name: english.name, bytes: englishBytes, included: true },
        ...(isIncluded && !isOwn ? [{ name: many, bytes: multilingualBytes, included: true }] : []),
        ...own.map((model) => ({ ...model, included: false })),
      ];
    },

    /** Returns the multilingual model if it is not here. */
    offer: (downloadable: boolean): LocalModelsReply['offer'] =>
      folderOf(many) === null
        ? { name: many, bytes: multilingualBytes, wanted: !isEnglishSite(), downloadable }
        : null,
  };
}
