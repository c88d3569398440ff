/** The path of a browser, which is installed where that can be done; undefined without one. */
export function findBrowser(): string | undefined
