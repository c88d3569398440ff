/** The part of local storage in use; tests pass a map. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const emptyStore: Store = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

/** Local storage, or an empty one if it is missing (on the server) or refused. */
export function localStore(): Store {
  try {
    return globalThis.localStorage ?? emptyStore
  } catch {
    return emptyStore
  }
}

/** Session storage, or an empty one. */
export function sessionStore(): Store {
  try {
    return globalThis.sessionStorage ?? emptyStore
  } catch {
    return emptyStore
  }
}

/** Reads stored JSON. Unreadable or unexpected values count as absent. */
export function readJson<T>(
  store: Store,
  key: string,
  check: (value: unknown) => T | null,
): T | null {
  const storedText = readText(store, key)
  if (storedText === null) return null

  try {
    return check(JSON.parse(storedText))
  } catch {
    return null
  }
}

/** Reads a text; refused storage counts as absent. */
export function readText(store: Store, key: string): string | null {
  try {
    return store.getItem(key)
  } catch {
    return null
  }
}

/** Writes a text, or removes it with null. A full or refused storage is ignored. */
export function writeText(store: Store, key: string, value: string | null): void {
  try {
    if (value === null) store.removeItem(key)
    else store.setItem(key, value)
  } catch {
    /* the page works without storage */
  }
}

/** Cookies that scripts may read; '' if the browser refuses them. */
export function readCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

/** Writes a cookie; a refusal is ignored. */
export function writeCookie(text: string): void {
  try {
    document.cookie = text
  } catch {
    /* the page works without cookies */
  }
}
