/** A pattern for LIKE that finds a text anywhere, in lower case, its own wildcards taken as they are. */
export const anywhere = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
