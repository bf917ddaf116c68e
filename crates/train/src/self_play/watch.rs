use std::time::Duration;

use bashni_selfplay::SelfPlayError;

/// How often the watcher is told.
const OFTEN: Duration = Duration::from_millis(50);

/// Does work on a thread of its own; `tick` is called on this one now and then until it is done.
pub(super) fn watched<T: Send, E: From<SelfPlayError> + Send>(
    work: impl FnOnce() -> Result<T, E> + Send,
    tick: &mut dyn FnMut(),
) -> Result<T, E> {
    std::thread::scope(|scope| {
        let watcher = std::thread::current();
        let working = scope.spawn(move || {
            let done = work();
            watcher.unpark();
            done
        });
        while !working.is_finished() {
            tick();
            std::thread::park_timeout(OFTEN);
        }
        working.join().unwrap_or(Err(SelfPlayError::Thread.into()))
    })
}
