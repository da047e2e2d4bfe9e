import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';

const width = 1280;
const height = 800;

/** Site of which pictures are taken. */
export interface PicturedSite {
  url: string;
  adminPassword: string;
}

async function signIn(page: Page, { url, adminPassword }: PicturedSite): Promise<void> {
  await page.goto(`${url}/wp-login.php`);
  await page.fill('#user_login', 'admin');
  await page.fill('#user_pass', adminPassword);
  await Promise.all([page.waitForURL(/wp-admin/), page.click('#wp-submit')]);
}

/** Opens the chat on the site, and asks. */
async function ask(page: Page, url: string, question: string): Promise<void> {
  const part = (name: string) => page.locator(`itih-chat [part~="${name}"]`);
  await page.goto(url);
  await part('launcher').click();
  await part('input').fill(question);
  await part('input').press('Enter');
  await part('source').first().waitFor();
  await part('send').waitFor();
}

/** Takes the pictures of the plugin directory, in the order of their captions in readme.txt. */
export async function takePictures(
  site: PicturedSite,
  question: string,
  folder: string,
  executablePath: string,
): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({
      viewport: { width, height },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    let taken = 0;
    const take = () => page.screenshot({ path: join(folder, `screenshot-${++taken}.png`) });
    const screen = async (name: string, shown: string) => {
      await page.goto(`${site.url}/wp-admin/admin.php?page=itih-rag-chat${name}`);
      await page.locator(shown).first().waitFor();
      // Figures and pictures of the page arrive after it.
      await page.waitForLoadState('networkidle');
    };

    await ask(page, site.url, question);
    await take();
    await signIn(page, site);
    await screen('', '#itih-questions svg');
    await take();
    await screen('-chats', '.itih-table tbody tr');
    await take();
    await screen('-gaps', '.itih-table tbody tr');
    await take();
    await screen('-knowledge', '.itih-table tbody tr');
    await take();
    await screen('-settings&tab=appearance', '.itih-preview iframe');
    await take();
  } finally {
    await browser.close();
  }
}
