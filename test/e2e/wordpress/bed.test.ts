/** The bed that the other suites stand on, and the versions of PHP and WordPress that the plugin runs on. */
import { writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { runPhp } from '../../stack.ts';
import { php } from './on-site.ts';
import { newerPhpNames } from './newer-php-names.ts';

interface Versions {
  php: string;
  wordpress: string;
  database: string;
}

test('the bed says which versions it runs', async () => {
  const versions = await runPhp<Versions>(`global $wpdb;
    return array(
      'php'       => PHP_VERSION,
      'wordpress' => get_bloginfo( 'version' ),
      'database'  => $wpdb->get_var( 'SELECT VERSION()' ),
    );`);
  expect(versions.php).toMatch(/^8\./);
  const file = process.env['ITIH_VERSIONS_FILE'];
  if (file) writeFileSync(file, JSON.stringify({ ...versions, node: process.versions.node }));
});

test('the plugin asks for each name that PHP 8.0 or WordPress 6.0 does not have', async () => {
  const unguarded = await runPhp<string[]>(`
    foreach ( array( 'wp-admin/includes/admin.php', 'wp-includes/ms-blogs.php', 'wp-includes/ms-site.php' ) as $part ) { require_once ABSPATH . $part; }
    $newer = array_flip( ${php(newerPhpNames)} );
    $found = array();
    foreach ( glob( WP_PLUGIN_DIR . '/itih-rag-chat/{,includes/}*.php', GLOB_BRACE ) as $file ) {
      $source = file_get_contents( $file );
      $tokens = array_values( array_filter( token_get_all( $source ), fn( $token ) => ! in_array( $token[0], array( T_WHITESPACE, T_COMMENT, T_DOC_COMMENT ), true ) ) );
      foreach ( $tokens as $at => $token ) {
        $is_name = in_array( $token[0], array( T_STRING, T_NAME_FULLY_QUALIFIED ), true );
        $before  = $tokens[ $at - 1 ][0] ?? '';
        if ( ! $is_name || in_array( $before, array( T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR, T_DOUBLE_COLON, T_FUNCTION, T_CONST, T_CLASS ), true ) ) { continue; }
        $name    = ltrim( $token[1], '\\\\' );
        $guarded = preg_match( "/(?:function_exists|defined|class_exists)\\( '" . preg_quote( $name, '/' ) . "'/", $source );
        // Functions of another plugin are there together.
        $guarded = $guarded || ( preg_match( '/^(?:wc|acf)_/', $name, $of ) && str_contains( $source, "function_exists( '" . $of[0] ) );
        $is_call = '(' === ( $tokens[ $at + 1 ][0] ?? '' ) && T_NEW !== $before;
        $since   = '';
        if ( $is_call && function_exists( $name ) && ! ( new ReflectionFunction( $name ) )->isInternal() ) {
          preg_match( '/@since (?:MU )?\\(?(\\d+\\.\\d+)/', (string) ( new ReflectionFunction( $name ) )->getDocComment(), $of_core );
          $since = $of_core[1] ?? '';
        }
        $is_unknown = $is_call && ! function_exists( $name ) && ! function_exists( 'Itih\\\\RagChat\\\\' . $name ) && 0 !== strpos( basename( $file ), 'cli' ) && 'uninstall.php' !== basename( $file );
        $is_newer   = isset( $newer[ $name ] ) && ! function_exists( 'Itih\\\\RagChat\\\\' . $name );
        if ( ! $guarded && ( $is_newer || $is_unknown || version_compare( $since, '6.0', '>' ) ) ) {
          $found[] = basename( $file ) . ": $name $since";
        }
      }
    }
    return $found;`);
  expect(unguarded).toEqual([]);
});
