const { resolve } = require('node:path');
const TerserPlugin = require('terser-webpack-plugin');
const { ProvidePlugin } = require('webpack');
const defaults = require('@wordpress/scripts/config/webpack.config');

const fromRoot = (path) => resolve(process.cwd(), path);

const entry = {
  admin: ['admin/index.tsx', 'admin/admin.css'].map(fromRoot),
  block: ['admin/editor/block.tsx', 'admin/editor/block.css'].map(fromRoot),
  panel: fromRoot('admin/editor/panel.tsx'),
  widget: fromRoot('widget/index.ts'),
  'widget-panel': fromRoot('widget/panel.ts'),
  'widget-answers': fromRoot('widget/answering.ts'),
};

/** The oldest browsers that have shadow DOM, `structuredClone` and readable fetch streams. */
const browsers = [
  'chrome >= 100',
  'edge >= 100',
  'firefox >= 100',
  'safari >= 15.4',
  'ios >= 15.4',
];

/** Joins the lines of the widget's style sheets: all that a minifier of CSS would find there. */
const joinStyleLines = () => ({
  visitor: {
    TemplateElement({ node: { value } }, { filename }) {
      if (!/widget\/style[\w-]*\.ts$/.test(filename)) return;
      for (const form in value) value[form] = value[form].replaceAll('\n', '');
    },
  },
});

/**
 * JSX is compiled to `createElement`, because the script `react-jsx-runtime`, which the newer
 * transform calls, exists only since WordPress 6.6.
 */
const babel = {
  babelrc: false,
  configFile: false,
  presets: [
    [
      require.resolve('@babel/preset-env'),
      { modules: false, bugfixes: true, targets: { browsers } },
    ],
    require.resolve('@babel/preset-typescript'),
  ],
  plugins: [
    joinStyleLines,
    [
      require.resolve('@babel/plugin-transform-react-jsx'),
      { pragma: 'createElement', pragmaFrag: 'Fragment', runtime: 'classic' },
    ],
  ],
};

const scripts = {
  test: /\.tsx?$/,
  exclude: /node_modules/,
  use: [{ loader: require.resolve('babel-loader'), options: { cacheDirectory: true, ...babel } }],
};

/** The widget's bytes are paid on many pages, and its code allows what other code may not. */
const widgetMinimizer = new TerserPlugin({
  include: /^widget/,
  extractComments: false,
  terserOptions: {
    ecma: 2022,
    module: true,
    format: { comments: false },
    // Nothing in it relies on a function's `this` or on a getter that does something.
    compress: { passes: 4, unsafe_arrows: true, unsafe_methods: true, pure_getters: true },
  },
});

const handlesScripts = (rule) => String(rule.test) === String(/\.m?(j|t)sx?$/);

module.exports = {
  ...defaults,
  entry,
  output: {
    ...defaults.output,
    path: fromRoot('plugin-shim/build'),
    // Browsers keep a screen's file until it changes.
    chunkFilename: 'admin-[id].js?ver=[contenthash:8]',
  },
  module: {
    ...defaults.module,
    rules: [scripts, ...defaults.module.rules.filter((rule) => !handlesScripts(rule))],
  },
  optimization: {
    ...defaults.optimization,
    // The first that minifies a file is the last.
    minimizer: [widgetMinimizer, ...defaults.optimization.minimizer],
  },
  plugins: [
    ...defaults.plugins,
    new ProvidePlugin({
      createElement: ['@wordpress/element', 'createElement'],
      Fragment: ['@wordpress/element', 'Fragment'],
    }),
  ],
};
