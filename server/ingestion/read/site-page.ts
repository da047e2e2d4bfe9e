/** A page of the site as guests are shown it. */
export interface SitePage {
  /** Final address. */
  url: string;
  html: string;
}

/** The page of a post. */
export interface PostPage extends SitePage {
  /** Lines that the site's pages share: those of its header, menus and footer. */
  frame: readonly string[];
}
