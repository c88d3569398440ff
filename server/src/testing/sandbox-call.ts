/**
 * Call the control side of a sandbox with JSON; a refusal is an error that says what was asked and
 * answered.
 */
export type SandboxCall = (method: string, path: string, body?: unknown) => Promise<any>

/** The calls of the sandbox that listens at an origin. */
export const callsOf =
  (origin: string): SandboxCall =>
  async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })

    const json = await response.json()
    if (!response.ok)
      throw new Error(`sandbox ${method} ${path}: ${response.status} ${JSON.stringify(json)}`)

    return json
  }
