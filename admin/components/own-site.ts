import { createContext } from '@wordpress/element';

/** The address of the public site, whose own pages are named by their path; empty: unknown. */
export const OwnSite = createContext('');
