/** The path of a browser, which is installed if possible; undefined without one. */
export function findBrowser(): string | undefined
