<?php
/**
 * Reads the JSON object of standard input into `$bed` and pretends a request for the front page of the site
 * `url`, so that WordPress can be loaded from `dir`.
 */

$bed = json_decode( stream_get_contents( STDIN ), true );
$url = parse_url( $bed['url'] );

$_SERVER = array_merge(
	$_SERVER,
	array(
		'HTTP_HOST'       => $url['host'] . ':' . $url['port'],
		'SERVER_NAME'     => $url['host'],
		'SERVER_PORT'     => $url['port'],
		'REQUEST_URI'     => '/',
		'REQUEST_METHOD'  => 'GET',
		'SERVER_PROTOCOL' => 'HTTP/1.1',
		'REMOTE_ADDR'     => '127.0.0.1',
		'SERVER_SOFTWARE' => 'nginx',
	)
);
