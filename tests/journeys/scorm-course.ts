import { buildPackage, type PackageSpec } from '../scorm-packages.ts'
import { expect } from './kit.ts'
import { API, type Call, dataOf, madeCourse } from './made-course.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

const uploadPackage = async (call: Call, spec: PackageSpec | Buffer): Promise<number> => {
  const bytes = Buffer.isBuffer(spec) ? spec : await buildPackage(spec)
  const version = { 'tus-resumable': '1.0.0' }
  const metadata = `filename ${base64('course.zip')}`
  const created = await call('POST', `${API}/tus`, {
    headers: { ...version, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  const id = (created.headers.location ?? '').split('/').at(-1)
  await call('PATCH', `${API}/tus/${id}`, {
    headers: { ...version, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: bytes,
  })
  const find = async () => {
    const reply = await call('GET', `${API}/admin/scorm-packages?upload_id=${id}`)
    return dataOf<{ id: number; status: string; error: string | null }[]>(reply)[0]
  }
  await expect.poll(async () => (await find())?.status, { timeout: 30_000 }).toMatch(/SUCCESS|FAILED/)
  return (await find())?.id ?? 0
}

/**
 * A course of its own for one journey: one SCORM module with the given package, and one learner, who joined the portal by
 * being enrolled.
 */
export const scormCourse = async (
  content: PackageSpec | Buffer,
  { author, title = 'Golf' }: { author: string; title?: string },
) => {
  const { learner, made, outlineUrl } = await madeCourse(author, async (call, course) => {
    const scorm_id = await uploadPackage(call, content)
    const data = { title, scorm_id }
    return dataOf<{ itemable_id: number }>(
      await call('POST', `${API}/admin/courses/${course.id}/items/scorm-modules`, { data }),
    )
  })
  return { learner, title, outlineUrl, playerUrl: `${outlineUrl}/ScormModule/${made.itemable_id}` }
}
