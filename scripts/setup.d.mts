/**
 * Build the server and the sandbox when their sources or packages changed; answers the file that
 * starts the shop.
 */
export function ensureServer(): string

/** This repository's folder. */
export const root: string
/** The Node that npm brings. */
export const node: string
