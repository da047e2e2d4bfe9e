;; The scan of the vector index: the one loop whose speed is the speed of a search.
;; `npx node tools/wasm/scan-kernel.ts` makes scan.wasm of it.
;;
;; A row: id f64 | document u32 | 0 u32 | scale f32 | error f32 | one signed byte for each dimension, padded
;; with zeros to a multiple of 32.
(module
  (import "search" "memory" (memory 1 65536 shared))

  ;; Scans rows `from` to `to`; then, with a `cursor`, goes on with the next block of rows that no other
  ;; thread has taken, until all are.
  ;; A row whose upper bound reaches the `limit`th best lower bound of all so far is written behind `out`:
  ;; row u32 | 0 u32 | score f64 | error f64. At `out` lie the number of entries and, when there was no room
  ;; for one more, the row at which to go on and the end of its block (else equal).
  (func (export "scan")
    (param $from i32) (param $to i32)
    (param $cursor i32) (param $block i32) (param $rows i32)
    (param $stride i32)
    ;; 16-bit numbers as many as bytes in a row; what one step of them is worth
    (param $query i32) (param $step f64)
    ;; error of a score: norm * error of the row + slack
    (param $norm f64) (param $slack f64)
    ;; one byte for each document, 1: takes part; length 0: all do
    (param $mask i32) (param $documents i32)
    ;; f64s, best first, filled with the least score that counts
    (param $lowers i32) (param $limit i32)
    (param $out i32) (param $room i32)
    (local $row i32) (local $byte i32) (local $end i32) (local $at i32) (local $place i32)
    (local $count i32) (local $document i32) (local $last i32)
    (local $score f64) (local $error f64) (local $lower f64) (local $floor f64)
    (local $a v128) (local $b v128)

    (local.set $last
      (i32.add (local.get $lowers) (i32.shl (i32.sub (local.get $limit) (i32.const 1)) (i32.const 3))))
    (local.set $floor (f64.load (local.get $last)))

    (block $stop
      (loop $blocks
        (local.set $row (i32.mul (local.get $from) (local.get $stride)))
        (block $end-of-block
          (loop $next
            (br_if $end-of-block (i32.ge_u (local.get $from) (local.get $to)))

            (block $skip
              (if (local.get $documents)
                (then
                  (local.set $document (i32.load offset=8 (local.get $row)))
                  (br_if $skip (i32.ge_u (local.get $document) (local.get $documents)))
                  (br_if $skip
                    (i32.ne
                      (i32.load8_u (i32.add (local.get $mask) (local.get $document)))
                      (i32.const 1)))))

              (local.set $byte (i32.add (local.get $row) (i32.const 24)))
              (local.set $end (i32.add (local.get $row) (local.get $stride)))
              (local.set $at (local.get $query))
              (local.set $a (v128.const i32x4 0 0 0 0))
              (local.set $b (v128.const i32x4 0 0 0 0))
              (loop $dot
                (local.set $a (i32x4.add (local.get $a)
                  (i32x4.dot_i16x8_s
                    (v128.load8x8_s (local.get $byte))
                    (v128.load (local.get $at)))))
                (local.set $b (i32x4.add (local.get $b)
                  (i32x4.dot_i16x8_s
                    (v128.load8x8_s offset=8 (local.get $byte))
                    (v128.load offset=16 (local.get $at)))))
                (local.set $a (i32x4.add (local.get $a)
                  (i32x4.dot_i16x8_s
                    (v128.load8x8_s offset=16 (local.get $byte))
                    (v128.load offset=32 (local.get $at)))))
                (local.set $b (i32x4.add (local.get $b)
                  (i32x4.dot_i16x8_s
                    (v128.load8x8_s offset=24 (local.get $byte))
                    (v128.load offset=48 (local.get $at)))))
                (local.set $byte (i32.add (local.get $byte) (i32.const 32)))
                (local.set $at (i32.add (local.get $at) (i32.const 64)))
                (br_if $dot (i32.lt_u (local.get $byte) (local.get $end))))
              (local.set $a (i32x4.add (local.get $a) (local.get $b)))

              (local.set $score
                (f64.mul
                  (f64.mul
                    (f64.convert_i32_s
                      (i32.add
                        (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
                        (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))
                    (f64.promote_f32 (f32.load offset=16 (local.get $row))))
                  (local.get $step)))
              (local.set $error
                (f64.add
                  (f64.mul (f64.promote_f32 (f32.load offset=20 (local.get $row))) (local.get $norm))
                  (local.get $slack)))
              (br_if $skip
                (f64.lt (f64.add (local.get $score) (local.get $error)) (local.get $floor)))

              (br_if $stop (i32.eq (local.get $count) (local.get $room)))
              (local.set $place
                (i32.add (local.get $out) (i32.mul (i32.add (local.get $count) (i32.const 1)) (i32.const 24))))
              (i32.store (local.get $place) (local.get $from))
              (f64.store offset=8 (local.get $place) (local.get $score))
              (f64.store offset=16 (local.get $place) (local.get $error))
              (local.set $count (i32.add (local.get $count) (i32.const 1)))

              (local.set $lower (f64.sub (local.get $score) (local.get $error)))
              (br_if $skip (f64.le (local.get $lower) (local.get $floor)))
              (local.set $place (local.get $last))
              (block $found
                (loop $sift
                  (br_if $found (i32.eq (local.get $place) (local.get $lowers)))
                  (br_if $found
                    (f64.ge
                      (f64.load (i32.sub (local.get $place) (i32.const 8)))
                      (local.get $lower)))
                  (f64.store
                    (local.get $place)
                    (f64.load (i32.sub (local.get $place) (i32.const 8))))
                  (local.set $place (i32.sub (local.get $place) (i32.const 8)))
                  (br $sift)))
              (f64.store (local.get $place) (local.get $lower))
              (local.set $floor (f64.load (local.get $last))))

            (local.set $from (i32.add (local.get $from) (i32.const 1)))
            (local.set $row (i32.add (local.get $row) (local.get $stride)))
            (br $next)))

        (br_if $stop (i32.eqz (local.get $cursor)))
        (local.set $from (i32.atomic.rmw.add (local.get $cursor) (local.get $block)))
        (local.set $to (i32.add (local.get $from) (local.get $block)))
        (if (i32.gt_u (local.get $to) (local.get $rows))
          (then (local.set $to (local.get $rows))))
        (br_if $blocks (i32.lt_u (local.get $from) (local.get $rows)))
        (local.set $to (local.get $from))))

    (i32.store (local.get $out) (local.get $count))
    (i32.store offset=4 (local.get $out) (local.get $from))
    (i32.store offset=8 (local.get $out) (local.get $to))))
