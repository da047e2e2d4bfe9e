import type { Settings } from '../contract/settings.ts';
import { subtagOf } from '../text/language.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

const tagOf = (locale: string) => locale.replaceAll('_', '-').toLowerCase();

/**
 * Returns the settings with the owner's words in the language of a page, if the site has translations of them.
 *
 * @param locale Of the page.
 */
export async function settingsFor(
  store: Pick<SettingsStore, 'get' | 'site'>,
  locale: string,
): Promise<Settings> {
  const settings = await store.get();
  const all = Object.entries(store.site()?.words ?? {});
  const found =
    all.find(([known]) => tagOf(known) === tagOf(locale)) ??
    all.find(([known]) => subtagOf(known) === subtagOf(locale));
  if (!found) return settings;
  const { consent_text, contact, refusal_text } = found[1];
  return {
    ...settings,
    chat: { ...settings.chat, contact, refusal_text },
    privacy: { ...settings.privacy, consent_text },
  };
}
