import { defaultsOf, settings, type Settings } from './settings.ts';

/** A new site's settings: no key and no other server is needed. */
export const settingsDefaults = defaultsOf(settings) as Settings;
