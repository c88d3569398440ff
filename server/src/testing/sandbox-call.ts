/**
 * Calls the control API of a sandbox with JSON. For a refusal it throws with request and answer.
 */
export type SandboxCall = (method: string, path: string, body?: unknown) => Promise<any>

/** Returns a function that calls the control API of the sandbox at this origin. */
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
