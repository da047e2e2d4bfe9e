<?php
/**
 * Runs the body of a function inside WordPress, in a request of its own: `{ dir, server, code }` → what it returns.
 */

$itih_call = json_decode( file_get_contents( 'php://input' ), true );
unset( $_SERVER['CONTENT_TYPE'], $_SERVER['CONTENT_LENGTH'], $_SERVER['HTTP_CONTENT_TYPE'], $_SERVER['HTTP_CONTENT_LENGTH'] );
$_SERVER = array_merge( $_SERVER, $itih_call['server'] );
require $itih_call['dir'] . '/wp-load.php';

ob_start();
$itih_result = ( static fn() => eval( $itih_call['code'] ) )();
ob_end_clean();
echo json_encode( $itih_result );
