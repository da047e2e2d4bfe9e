<?php
/**
 * Script dependencies of editor.js.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n' ),
	'version'      => '0.1.0',
);
