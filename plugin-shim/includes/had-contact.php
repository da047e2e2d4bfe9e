<?php
/**
 * Whether a sidecar has ever answered: the part of contact.php's record that a page view needs.
 *
 * @package Itih\RagChat
 */

declare( strict_types=1 );

namespace Itih\RagChat;

defined( 'ABSPATH' ) || exit;

/** Autoloaded, and written only when the answer changes. */
const HAD_CONTACT_OPTION = 'itih_had_contact';

/** Whether a sidecar has ever answered. A copied database contains the original's record, so a site in doubt has none. */
function had_contact(): bool {
	return (bool) get_option( HAD_CONTACT_OPTION ) && ! is_site_in_doubt();
}
