// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice Times are stored in 40 bits. A chain whose clock needs more, one in milliseconds say, opens nothing, so
/// nothing is cut.
contract DistantClockTest is EscrowTest {
    function test_open_reverts_whenTheClockNeedsMoreThan40Bits() public {
        uint256[2] memory clocks = [uint256(type(uint40).max), NOW * 1000];
        for (uint256 i = 0; i < clocks.length; i++) {
            vm.warp(clocks[i]);
            MeterTerms memory terms = defaultTerms();
            terms.maxSeconds = 60;
            terms.openBy = type(uint40).max - 61;
            terms.expiry = type(uint40).max - 1;
            bytes memory signature = signOpening(terms, PAYER_KEY);
            vm.expectRevert(
                abi.encodeWithSelector(IMeterEscrow.OpenByPassed.selector, clocks[i], type(uint40).max - 61)
            );
            vm.prank(operator);
            escrow.open(terms, signature);
        }
    }

    /// @dev The very last meter there can be is charged and ended like any other, even by a clock beyond 40 bits.
    function test_theLastMeter_isChargedAndReclaimed() public {
        MeterTerms memory terms = defaultTerms();
        terms.maxSeconds = 60;
        terms.openBy = type(uint40).max - 60;
        terms.expiry = type(uint40).max;
        vm.warp(uint256(terms.openBy) - 1);
        openMeter(terms);
        vm.warp(1 << 40);
        settleAsOperator(terms, 1);
        escrow.reclaim(terms);
        assertBalances(FUNDS - 277, 275, 2, 0);
    }
}
