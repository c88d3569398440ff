/** What local storage offers; tests bring a map. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const none: Store = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

/** Local storage, or nothing where there is none (server rendering) or it is refused. */
export function localStore(): Store {
  try {
    return globalThis.localStorage ?? none
  } catch {
    return none
  }
}

/** Session storage, likewise. */
export function sessionStore(): Store {
  try {
    return globalThis.sessionStorage ?? none
  } catch {
    return none
  }
}

/**
 * Read a value that was stored as JSON; what cannot be read or is not as expected counts as absent.
 */
export function readJson<T>(
  store: Store,
  key: string,
  check: (value: unknown) => T | null,
): T | null {
  const text = readText(store, key)
  if (text === null) return null

  try {
    return check(JSON.parse(text))
  } catch {
    return null
  }
}

/** Read a text; refused storage counts as absent. */
export function readText(store: Store, key: string): string | null {
  try {
    return store.getItem(key)
  } catch {
    return null
  }
}

/** Write a text, or remove it with null; a full or refused storage is no reason to fail. */
export function writeText(store: Store, key: string, value: string | null): void {
  try {
    if (value === null) store.removeItem(key)
    else store.setItem(key, value)
  } catch {
    /* the page works on without it */
  }
}

/** The cookies that scripts may read; none where the browser refuses them. */
export function readCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

/** Write a cookie; refused ones are no reason to fail. */
export function writeCookie(text: string): void {
  try {
    document.cookie = text
  } catch {
    /* the page works on without it */
  }
}
