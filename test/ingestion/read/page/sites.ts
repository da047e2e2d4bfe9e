/** Pages as themes, page builders and generators of documentation write them, around a given text. */

const teasers = (count: number, one: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => one(n + 1)).join('\n');

/** Text that no extraction may contain. */
const out = (text: string) => `NOISE ${text}`;

export const links = (count: number) =>
  teasers(count, (n) => `<li><a href="/page-${n}/">${out(`menu ${n}`)}</a></li>`);

const blockTheme = (text: string) => `<!DOCTYPE html><html lang="en-US"><head>
<title>Feeding the swans &#8211; Lakeside Park</title><meta property="og:title" content="Feeding the swans">
<meta property="og:site_name" content="Lakeside Park"></head>
<body class="wp-singular post-template-default single single-post postid-7 wp-embed-responsive">
<a class="skip-link screen-reader-text" href="#wp--skip-link--target">${out('skip')}</a>
<div class="wp-site-blocks"><header class="wp-block-template-part"><div class="wp-block-group alignfull">
<p class="wp-block-site-title"><a href="/">${out('Lakeside Park')}</a></p>
<nav class="wp-block-navigation"><ul class="wp-block-navigation__container">${links(6)}</ul></nav></div></header>
<main class="wp-block-group is-layout-constrained" id="wp--skip-link--target">
<div class="wp-block-group"><h1 class="wp-block-post-title">Feeding the swans</h1>
<div class="wp-block-group"><p>${out('Written by')}</p><div class="wp-block-post-author-name"><a href="/author/a/">${out('a keeper')}</a></div><p>in</p><div class="taxonomy-category wp-block-post-terms"><a href="/category/news/" rel="tag">${out('News')}</a></div>
<div class="wp-block-post-date"><time datetime="2026-01-02">${out('January 2, 2026')}</time></div></div></div>
<div class="entry-content alignfull wp-block-post-content is-layout-constrained">${text}</div>
<nav class="wp-block-group" aria-label="Post navigation"><div class="post-navigation-link-previous wp-block-post-navigation-link"><a href="/p/">${out('previous post')}</a></div></nav>
<div class="wp-block-comments"><h2>${out('Comments')}</h2><ol class="wp-block-comment-template"><li class="comment"><div class="wp-block-comment-content"><p>${out('I went there with my children last summer, and we all liked it very much indeed.')}</p></div></li></ol>
<div class="comment-respond"><h3>${out('Leave a Reply')}</h3><form><p><label>${out('Comment')}</label><textarea></textarea></p></form></div></div>
<h2 class="wp-block-heading">More posts</h2>
<div class="wp-block-query"><ul class="wp-block-post-template">${teasers(4, (n) => `<li class="wp-block-post post-${n} post type-post status-publish"><h3 class="wp-block-post-title"><a href="/t${n}/">${out(`teaser ${n} of another post`)}</a></h3><div class="wp-block-post-excerpt"><p>${out('This excerpt is about something else that visitors of the park may want to read one day.')}</p></div></li>`)}</ul></div>
</main><footer class="wp-block-template-part"><p>${out('Proudly powered')}</p></footer></div></body></html>`;

const classicTheme = (
  text: string,
) => `<html lang="en"><head><title>Feeding the swans | Lakeside Park</title></head>
<body class="post-template-default single single-post has-sidebar"><div id="page" class="hfeed site">
<header id="masthead" class="site-header"><h1 class="site-title"><a href="/">${out('Lakeside Park')}</a></h1><nav id="site-navigation" class="main-navigation"><ul class="menu">${links(8)}</ul></nav></header>
<div id="main" class="site-main content-sidebar-wrap"><div id="primary" class="content-area"><div id="content" role="main">
<article id="post-7" class="post-7 post type-post status-publish format-standard hentry category-newsletter tag-share">
<header class="entry-header"><h1 class="entry-title">Feeding the swans</h1><div class="entry-meta"><span class="posted-on">${out('January 2, 2026')}</span> <span class="byline">${out('by a keeper')}</span></div></header>
<div class="entry-content">${text}<div class="sharedaddy sd-sharing-enabled"><h3 class="sd-title">${out('Share this:')}</h3><ul><li><a href="#">${out('Print')}</a></li></ul></div>
<div id="jp-relatedposts" class="jp-relatedposts"><h3>${out('Related')}</h3><p><a href="/x/">${out('Another post')}</a></p></div></div>
<footer class="entry-meta">${out('This entry was posted in')} <a href="/c/">${out('Birds')}</a>.</footer></article>
<nav class="nav-single"><a href="/p/">${out('previous')}</a></nav>
<div id="comments" class="comments-area"><h2 class="comments-title">${out('2 thoughts')}</h2><ol class="commentlist"><li class="comment">${out('They have been here for as long as I can remember, and my grandmother said the same.')}</li></ol></div>
</div></div><div id="secondary" class="widget-area" role="complementary"><aside class="widget widget_recent_entries"><h3>${out('Recent Posts')}</h3><ul>${links(5)}</ul></aside><aside class="widget widget_text"><p>${out('We are a park with a lake in the middle of the town, open every day of the year.')}</p></aside></div></div>
<footer id="colophon" class="site-footer"><p>${out('All rights reserved')}</p></footer></div></body></html>`;

/** Every paragraph in boxes of its own, as builders nest them. */
const builder = (
  text: string,
) => `<html lang="en"><head><title>Feeding the swans - Lakeside Park</title></head>
<body class="page-template elementor-default elementor-page"><div class="elementor elementor-location-header" data-elementor-type="header"><nav class="elementor-nav-menu--main"><ul>${links(6)}</ul></nav></div>
<div data-elementor-type="wp-page" class="elementor elementor-12">
<section class="elementor-section elementor-top-section"><div class="elementor-container"><div class="elementor-column elementor-col-100"><div class="elementor-widget-wrap elementor-element-populated"><div class="elementor-element elementor-widget elementor-widget-heading"><div class="elementor-widget-container"><h1 class="elementor-heading-title">Feeding the swans</h1></div></div></div></div></div></section>
${text
  .split(/\n{2,}/)
  .map(
    (block) =>
      `<section class="elementor-section elementor-top-section"><div class="elementor-container"><div class="elementor-column elementor-col-50"><div class="elementor-widget-wrap elementor-element-populated"><div class="elementor-element elementor-widget elementor-widget-text-editor"><div class="elementor-widget-container">${block}</div></div></div></div></div></section>`,
  )
  .join('\n')}</div>
<footer class="elementor elementor-location-footer"><p>${out('Park Street 1')}</p></footer>
<div class="cookie-notice" role="dialog"><p>${out('We use cookies to make this page better, and to count how many people read it each day.')}</p></div></body></html>`;

const sphinx = (
  text: string,
) => `<!DOCTYPE html><html lang="en"><head><title>Feeding the swans &#8212; Swanlib 1.0 documentation</title></head><body>
<div class="related" role="navigation" aria-label="Related"><h3>${out('Navigation')}</h3><ul>${links(3)}</ul></div>
<div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main"><section id="feeding"><h1>Feeding the swans<a class="headerlink" href="#feeding" title="Permalink">¶</a></h1>${text}</section><div class="clearer"></div></div></div></div>
<div class="sphinxsidebar" role="navigation"><div class="sphinxsidebarwrapper"><h3>${out('Table of Contents')}</h3><ul>${links(9)}</ul></div></div></div>
<div class="footer" role="contentinfo">${out('Copyright 2026')}</div></body></html>`;

const mkdocs = (
  text: string,
) => `<!doctype html><html lang="en" class="no-js"><head><title>Feeding the swans - Swanlib</title></head><body dir="ltr"><header class="md-header"><nav class="md-header__inner"><span>${out('Swanlib')}</span></nav></header>
<div class="md-container"><main class="md-main"><div class="md-main__inner md-grid"><div class="md-sidebar md-sidebar--primary"><div class="md-sidebar__inner"><nav class="md-nav"><ul>${links(9)}</ul></nav></div></div>
<div class="md-content"><article class="md-content__inner md-typeset"><h1 id="feeding">Feeding the swans<a class="headerlink" href="#feeding">#</a></h1>${text}</article></div></div></main>
<footer class="md-footer"><div class="md-copyright">${out('Made with')}</div></footer></div></body></html>`;

/** Nothing but boxes: names that a machine made, as some frameworks do. */
const anonymous = (
  text: string,
) => `<html><head><title>Feeding the swans</title></head><body><div><div><div>${teasers(7, (n) => `<a href="/${n}">${out(`menu ${n}`)}</a> `)}</div></div>
<div><div><div><h1>Feeding the swans</h1><div>${text}</div></div><div><div><h3><a href="/a">${out('A page about something else')}</a></h3><p>${out('This excerpt is about something else that visitors of the park may want to read.')}</p></div><div><h3><a href="/b">${out('Another page about that')}</a></h3><p>${out('This excerpt is about something else that visitors of the park may want to read.')}</p></div></div></div></div>
<div><p><a href="/i">${out('Imprint')}</a> <a href="/p">${out('Privacy')}</a></p></div></div></body></html>`;

/** A page from before style sheets. */
const tables = (text: string) =>
  `<html><head><title>Feeding the swans</title></head><body><table width="760"><tr><td width="160" valign="top">${teasers(7, (n) => `<a href="/${n}.htm">${out(`menu ${n}`)}</a><br>`)}</td><td valign="top"><h1>Feeding the swans</h1>${text}</td></tr></table></body></html>`;

export const sites: Record<string, (text: string) => string> = {
  'a block theme': blockTheme,
  'a classic theme': classicTheme,
  'a page builder': builder,
  Sphinx: sphinx,
  MkDocs: mkdocs,
  'boxes without names': anonymous,
  'layout by tables': tables,
};
