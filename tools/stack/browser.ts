import { type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';

/** A container has no sandbox, little /dev/shm and no other hosts. */
export const browserOptions = (executablePath: string): LaunchOptions => ({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
  ],
});

const shared = globalThis as { itihBrowser?: BrowserServer };

/** Starts the browser that all files of a run share, and names its address to them. */
export async function shareBrowser(executablePath: string): Promise<void> {
  shared.itihBrowser = await chromium.launchServer(browserOptions(executablePath));
  process.env['ITIH_BROWSER'] = shared.itihBrowser.wsEndpoint();
}

export const closeSharedBrowser = async (): Promise<void> => shared.itihBrowser?.close();
