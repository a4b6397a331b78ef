/** Whether something takes longer than it may. @throws what it rejects with before that */
export async function isLate(awaited: Promise<unknown>, mostMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(true), mostMs)));
  try {
    return await Promise.race([awaited.then(() => false), late]);
  } finally {
    clearTimeout(timer);
  }
}
