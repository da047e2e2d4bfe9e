<?php
/**
 * Runs the body of the request, the body of a PHP function, inside the WordPress of the folder that `ITIH_DIR` names, and
 * answers what it returns as JSON.
 */

$itih_code = file_get_contents( 'php://input' );
$itih_dir  = $_SERVER['ITIH_DIR'];
unset( $_SERVER['ITIH_DIR'], $_SERVER['CONTENT_LENGTH'] );
require $itih_dir . '/wp-load.php';
ob_start();
$itih_result = eval( "return ( function () {\n" . $itih_code . "\n} )();" );
ob_end_clean();
echo json_encode( $itih_result );
