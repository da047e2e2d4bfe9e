<?php
/**
 * Defects, each with the rule that has to report it: the gate checks itself before it judges the plugin. Never run.
 */

global $wpdb;

echo $planted; // expect: WordPress.Security.EscapeOutput
wp_redirect( 'https://example.com/' ); // expect: WordPress.Security.SafeRedirect
delete_option( $_POST['name'] ); // expect: WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput
$wpdb->query( "DELETE FROM {$wpdb->posts} WHERE ID = $planted" ); // expect: WordPress.DB.PreparedSQL
$wpdb->prepare( 'SELECT %d', 1, 2 ); // expect: WordPress.DB.PreparedSQLPlaceholders
exec( 'id' ); // expect: WordPress.PHP.DiscouragedPHPFunctions
proc_open( 'id', array(), $pipes ); // expect: Generic.PHP.ForbiddenFunctions
set_time_limit( 0 ); // expect: Squiz.PHP.DiscouragedFunctions
eval( $planted ); // expect: Squiz.PHP.Eval
curl_init(); // expect: WordPress.WP.AlternativeFunctions
var_dump( $planted ); // expect: WordPress.PHP.DevelopmentFunctions
__( 'Text', 'another-domain' ); // expect: WordPress.WP.I18n
apply_filters( 'unprefixed', 1 ); // expect: WordPress.NamingConventions.PrefixAllGlobals
