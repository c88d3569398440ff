/** Storage for backup archives: a folder, or a bucket that speaks S3. */
export type BackupStore = {
  /** The storage's name for staff, without a secret. */
  readonly place: string
  /**
   * Stores an archive whole, or not at all. Returns its size in bytes. `signal` aborts an upload.
   */
  write(name: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number>
  /** An archive from its beginning. */
  read(name: string): AsyncIterable<Uint8Array>
  /** All names, in no order. */
  names(): Promise<string[]>
  remove(name: string): Promise<void>
}
