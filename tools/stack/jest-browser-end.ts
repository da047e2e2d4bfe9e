import { closeSharedBrowser } from './browser.ts';

export default closeSharedBrowser;
