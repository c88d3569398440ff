import { refuseProduction, startSandbox } from './index.ts'

/**
 * The sandbox as a process: prints one line of JSON when it is ready, and exits with its parent.
 */
async function main(): Promise<void> {
  refuseProduction()
  const stateDir = process.env['SANDBOX_STATE_DIR']
  if (!stateDir)
    throw new Error('SANDBOX_STATE_DIR is missing: the folder for state and certificates')

  const storeOrigins = (process.env['STORE_ORIGINS'] ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')

  const sandbox = await startSandbox({
    stateDir,
    storeOrigins,
    publicOrigin: process.env['PUBLIC_STORE_ORIGIN'],
    port: Number(process.env['SANDBOX_PORT'] ?? 0),
  })

  let isClosing = false

  const endProcess = (): void => {
    if (isClosing) return

    isClosing = true
    setTimeout(() => process.exit(1), 5000).unref() // even if a server does not close
    void sandbox.close().then(() => process.exit(0))
  }

  process.on('SIGTERM', endProcess)
  process.on('SIGINT', endProcess)
  if (process.env['SANDBOX_FOLLOW_PARENT'] === '1')
    process.stdin
      .resume()
      .once('end', endProcess)
      .once('close', endProcess)
      .once('error', endProcess)
  process.stdout.on('error', endProcess)
  process.stdout.write(
    `${JSON.stringify({ ready: true, origin: sandbox.origin, env: sandbox.env })}\n`,
  )
}

main().catch((error: unknown) => {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
