/**
 * Build the server and the sandbox when their sources or packages changed; answers the file that
 * starts the shop.
 */
export function ensureServer(): string

/** Build the web app when its sources changed; with `ifNone` only where there is no build at all. */
export function ensureWeb(options?: { withMaps?: boolean; ifNone?: boolean }): void

/** This repository's folder. */
export const root: string
/** The Node that npm brings. */
export const node: string
