/**
 * Builds the server and the sandbox if their sources or packages changed; returns the file that
 * starts the shop.
 */
export function ensureServer(): string

/** Builds the web app if its sources changed; with `ifNone` only if there is no build. */
export function ensureWeb(options?: { withMaps?: boolean; ifNone?: boolean }): void

/** This repository's folder. */
export const root: string
/** The Node that is installed as a package. */
export const node: string
