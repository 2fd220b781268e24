/** Where a bucket is and how it is opened. */
export type BucketSettings = {
  bucket: string
  /** Null for the service of AWS in the region. */
  endpoint: string | null
  region: string
  /** Null for what the machine itself may do: the rights of its role at AWS. */
  keys: { id: string; secret: string } | null
  /** The bucket stands in the path of an address, not in its host. */
  hasPathStyle: boolean
}
