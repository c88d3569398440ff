/** The name that a mail suggests, such as Ana Souza for ana.souza@…; '' when it suggests none. */
export function nameFrom(email: string): string {
  const words = (email.split('@')[0] ?? '')
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .map((word) => word.replace(/[^\p{L}]/gu, ''))
    .filter((word) => word.length > 1)
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase()).join(' ')
}
